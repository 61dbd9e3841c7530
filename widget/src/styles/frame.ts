/** The host, the launcher, the panel and its edges. Important rules of a shadow tree win over those of the page. */
export const FRAME_STYLES = `
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  z-index: 2147483647 !important;
}
:host([hidden]) { display: none !important; }
:host([inline]) {
  position: relative !important;
  z-index: 0 !important;
  width: 100% !important;
  height: 100% !important;
  min-width: 280px !important;
  min-height: 360px !important;
}
:host([full]) { position: fixed !important; inset: 0 !important; }
*, ::before, ::after { box-sizing: border-box; }
.root {
  --primary: var(--tabletalk-primary, var(--b-primary));
  --on-primary: var(--tabletalk-on-primary, var(--b-on-primary));
  --header: var(--tabletalk-primary, var(--b-header));
  --on-header: var(--tabletalk-on-primary, var(--b-on-header));
  --link: var(--tabletalk-primary, var(--b-link));
  --radius: var(--tabletalk-radius, 16px);
  --surface: var(--b-surface);
  --text: var(--b-text-primary);
  --muted: var(--b-text-secondary);
  --focus: var(--b-accent);
  --line: color-mix(in srgb, var(--text) 14%, var(--surface));
  --sunken: color-mix(in srgb, var(--text) 5%, var(--surface));
  --control: color-mix(in srgb, var(--text) 52%, var(--surface));
  --edge: 16px;
  color-scheme: light;
  color: var(--text);
  font: 400 15px/22px var(--tabletalk-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif);
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
.root.dark { color-scheme: dark; }
button, textarea, input { font: inherit; color: inherit; margin: 0; }
button { cursor: pointer; touch-action: manipulation; }
button:disabled, button[aria-disabled=true] { cursor: default; opacity: .55; }
h2, h3, h4, p, ul, ol, pre { margin: 0; padding: 0; }
:focus { outline: none; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
svg { display: block; flex: none; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.chart svg { fill: initial; stroke: none; stroke-width: initial; stroke-linecap: initial; stroke-linejoin: initial; }

.launcher {
  position: fixed;
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: 28px;
  background: var(--primary);
  color: var(--on-primary);
  box-shadow: 0 2px 6px #0f172a29, 0 10px 28px #0f172a38;
}
.launcher:hover { box-shadow: 0 4px 10px #0f172a33, 0 14px 34px #0f172a47; }
.launcher:focus-visible { outline-offset: 3px; }

.panel {
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
}
.floating .panel {
  position: fixed;
  width: min(400px, 100vw - 2 * var(--edge));
  height: min(640px, 100vh - 2 * var(--edge));
  height: min(640px, 100dvh - 2 * var(--edge));
  box-shadow: 0 2px 8px #0f172a1f, 0 20px 56px #0f172a3d;
}
.inline .panel { position: absolute; inset: 0; border-radius: min(var(--radius), 12px); }
.full .panel { position: absolute; inset: 0; border: 0; border-radius: 0; }
.bottom-right :is(.launcher, .panel), .bottom-left :is(.launcher, .panel) { bottom: calc(var(--edge) + env(safe-area-inset-bottom, 0px)); }
.top-right :is(.launcher, .panel), .top-left :is(.launcher, .panel) { top: calc(var(--edge) + env(safe-area-inset-top, 0px)); }
.bottom-right :is(.launcher, .panel), .top-right :is(.launcher, .panel) { right: calc(var(--edge) + env(safe-area-inset-right, 0px)); }
.bottom-left :is(.launcher, .panel), .top-left :is(.launcher, .panel) { left: calc(var(--edge) + env(safe-area-inset-left, 0px)); }
:is(.inline, .full) .panel { inset: 0; }

.header { display: flex; align-items: center; gap: 4px; min-height: 56px; padding: 8px 10px 8px 18px; background: var(--header); color: var(--on-header); }
[dir=rtl] .header { padding: 8px 18px 8px 10px; }
.header h2 { flex: 1; min-width: 0; overflow-wrap: anywhere; font-size: 16px; line-height: 20px; font-weight: 600; }
.header :focus-visible { outline-color: var(--on-header); outline-offset: -3px; }
.logo { height: 24px; max-width: 40%; margin-inline-end: 8px; object-fit: contain; }
.logo.plated { padding: 2px 4px; border-radius: 4px; background: #fff; }
.icon { display: inline-grid; place-items: center; width: 36px; height: 36px; padding: 0; border: 0; border-radius: 10px; background: transparent; }
.icon:hover { background: color-mix(in srgb, currentColor 12%, transparent); }
.header .icon[aria-pressed=true] { background: color-mix(in srgb, currentColor 20%, transparent); }

.messages { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 18px; scrollbar-width: thin; }
.messages:focus-visible { outline-offset: -3px; }
.full :is(.messages, .composer, .blocked) { padding-inline: max(18px, (100% - 760px) / 2); }

.composer { display: grid; grid-template-columns: 1fr auto; align-items: end; gap: 8px; padding: 10px 14px 8px; border-top: 1px solid var(--line); }
.composer textarea {
  width: 100%;
  min-height: 44px;
  max-height: 152px;
  padding: 10px 12px;
  border: 1px solid var(--control);
  border-radius: 12px;
  background: var(--surface);
  resize: none;
  field-sizing: content;
}
.composer textarea:placeholder-shown { field-sizing: fixed; }
.composer textarea::placeholder { overflow: hidden; color: var(--muted); opacity: 1; text-overflow: ellipsis; white-space: nowrap; }
.composer textarea:focus-visible { outline-offset: 0; border-color: transparent; }
.composer textarea[aria-invalid=true] { border-color: #b3261e; }
.composer .hint { grid-column: 1 / -1; }
.composer .hint:empty { display: none; }
.primary { min-height: 44px; padding: 0 18px; border: 1px solid transparent; border-radius: 12px; background: var(--primary); color: var(--on-primary); font-weight: 600; }
.primary[aria-disabled=true] { opacity: 1; background: var(--sunken); color: var(--muted); border-color: var(--line); }
.service { padding: 0 14px calc(8px + env(safe-area-inset-bottom, 0px)); text-align: center; font-size: 12px; line-height: 16px; color: var(--muted); }
.blocked { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; margin: 0; border-radius: 0; padding: 10px 18px; }

@media (max-width: 479.98px) {
  .floating .panel { inset: 0; width: auto; height: auto; border: 0; border-radius: 0; padding-top: env(safe-area-inset-top, 0px); }
  .composer textarea, .feedback input { font-size: 16px; }
  .icon { width: 44px; height: 44px; }
}
@media (max-height: 359.98px) {
  .header { min-height: 0; padding-block: 0; }
  .composer { padding-block: 4px; }
  .service { padding-bottom: 2px; line-height: 12px; }
}
@media print { .floating { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  .launcher, .primary, .icon, .buttons button { transition: background-color 120ms ease-out, box-shadow 120ms ease-out, opacity 120ms ease-out; }
  .floating .panel { animation: appear 180ms ease-out; }
  .launcher { animation: appear 180ms ease-out; }
  @keyframes appear { from { opacity: 0; transform: translateY(8px); } }
}
@media (forced-colors: active) {
  :focus-visible { outline-color: Highlight; }
  .question, [aria-pressed=true] { border: 2px solid Highlight; }
  .header { border-bottom: 1px solid CanvasText; }
}
`
