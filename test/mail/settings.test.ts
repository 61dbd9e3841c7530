import path from 'node:path'
import { ConfigError, readConfig } from '../../src/config.ts'
import { parseSmtpAddress } from '../../src/platform/mail/smtp-address.ts'

describe('the mail settings', () => {
  it('write mails to a folder of the home unless a server is set', () => {
    expect(readConfig({ TABLETALK_HOME: '/home/of' }).mail).toEqual({
      server: undefined,
      from: { name: 'Tabletalk', address: 'tabletalk@localhost' },
      folder: path.resolve('/home/of/mails'),
    })
    const { server } = readConfig({ TABLETALK_MAIL: 'smtp://m%40e:p%3Aw@mail.example.com' }).mail
    expect(server).toMatchObject({ host: 'mail.example.com', secure: false, auth: { user: 'm@e', pass: 'p:w' } })
    expect(readConfig({ TABLETALK_MAIL_FROM: '"Ta, ble" <t@example.com>' }).mail.from).toEqual({
      name: 'Ta, ble',
      address: 't@example.com',
    })
  })

  it('require STARTTLS unless the server is on this machine or its address says otherwise', () => {
    const tls = (address: string) => {
      const server = parseSmtpAddress(address)
      return server && { secure: server.secure, requireTLS: server.requireTLS }
    }
    const required = { secure: false, requireTLS: true }
    for (const address of ['smtp://mail.example.com', 'smtp://me:pw@10.0.0.5:25', 'smtp://[2001:db8::1]:587'])
      expect([address, tls(address)]).toEqual([address, required])
    for (const host of ['localhost', 'mail.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      expect([host, tls(`smtp://${host}:1025`)]).toEqual([host, { secure: false, requireTLS: false }])
    for (const option of ['ignoreTLS=true', 'opportunisticTLS=true', 'requireTLS=false'])
      expect(tls(`smtp://mail.example.com?${option}`)).toEqual({ secure: false, requireTLS: false })
    expect(tls('smtp://127.0.0.1?requireTLS=true')).toEqual(required)
    expect(tls('smtps://mail.example.com')).toEqual({ secure: true, requireTLS: false })
  })

  it('never show a malformed address, and refuse options that would log mails or keep connections', () => {
    for (const address of [
      ...['http://me:s3cret@mail', 'smtp://', 'smtp://me:s3cret@', 'smtp://me@mail', 'smtp://:s3cret@mail'],
      ...[
        'smtp://me:s3cret%ZZ@mail',
        'smtp://mail?logger=true&debug=true',
        'smtp://mail?pool=true',
        'mail.example.com',
      ],
      ...['smtp://mail/s3cret', 'smtp://mail#s3cret', 'smtp://mail?proxy=http://s3cret', 'smtp://two,three:25'],
    ]) {
      const read = () => readConfig({ TABLETALK_MAIL: address })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(/TABLETALK_MAIL: use smtp:/)
      expect(read).not.toThrow(/s3cret@|s3cret%|\/s3cret/)
    }
  })

  it('refuse a sender with a header and a portal URL that is no page', () => {
    for (const from of ['T <t@example.com>\r\nBcc: eve@example.com', 'a@b.c, d@e.f', 'nobody', 'T <a@b.c> <d@e.f>'])
      expect(() => readConfig({ TABLETALK_MAIL_FROM: from })).toThrow(/TABLETALK_MAIL_FROM: use Name </)
    expect(readConfig({ TABLETALK_PORTAL_URL: 'https://portal.example.com/app/' }).portalUrl).toBe(
      'https://portal.example.com/app',
    )
    expect(readConfig({}).portalUrl).toBeUndefined()
    for (const url of ['ftp://portal', 'portal.example.com', 'https://me:pw@portal', 'https://p?a=b', 'https://p#a'])
      expect(() => readConfig({ TABLETALK_PORTAL_URL: url })).toThrow(/TABLETALK_PORTAL_URL: use the form https/)
  })
})
