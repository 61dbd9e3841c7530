# API, worker and `tabletalk` in one image: the arguments are the words of the command (`api`, `worker`, `prepare`, …).
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
# Where packages come through a proxy of one's own: its address, and its certificate as text.
ARG NPM_CONFIG_REGISTRY
ARG NPM_CONFIG_CA
COPY package.json package-lock.json ./
COPY tools/npm tools/npm
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node workers/build.ts \
 && node web/build.ts \
 && node tools/deployment/build/prune.mjs \
 && mkdir -p node_modules/.cache/compiled \
 && chown 10001:10001 node_modules/.cache/compiled
# The compile cache is of the user who writes it, and of the place that the code lies in.
USER 10001:10001
RUN NODE_COMPILE_CACHE=node_modules/.cache/compiled node --disable-warning=ExperimentalWarning tools/deployment/build/compile.mjs

FROM node:24.21.0-trixie-slim
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tabletalk" \
      org.opencontainers.image.description="Ask your own databases questions in plain language" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-trixie-slim"
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled \
    HOME=/tmp \
    HOST=0.0.0.0 \
    PORT=3000 \
    TABLETALK_METRICS=0.0.0.0:9464
WORKDIR /app
COPY --from=build /app /app
USER 10001:10001
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["bash", "bin/healthy"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--min-semi-space-size=16", "--max-semi-space-size=32", "bin/tabletalk.js"]
CMD ["--help"]
