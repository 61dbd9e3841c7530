import http from 'node:http'

/** Posts JSON repeatedly over keep-alive connections. */
export const poster = (port: number, path: string, headers: Readonly<Record<string, string>>) => {
  const agent = new http.Agent({ keepAlive: true })
  return {
    /** @returns the body @throws if the response is an error */
    post: (body: unknown): Promise<string> =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body)
        const request = http.request(
          {
            host: '127.0.0.1',
            port,
            path,
            method: 'POST',
            agent,
            headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers },
          },
          (response) => {
            let answer = ''
            response.setEncoding('utf8').on('data', (chunk) => {
              answer += chunk
            })
            response.once('end', () => {
              if (response.statusCode === 200) resolve(answer)
              else reject(new Error(`status ${response.statusCode}: ${answer}`))
            })
            response.once('error', reject)
          },
        )
        request.once('error', reject).end(text)
      }),
    close: () => agent.destroy(),
  }
}
