import { fieldErrorsOf } from '../../web/src/form/field-errors.ts'

const texts = { problems: { password_invalid: 'Choose another one.' } }
const names = ['email', 'password'] as const
const refused = { problem: 'password_invalid', details: [{ field: 'password', message: 'must have 8 characters' }] }

describe('fieldErrorsOf', () => {
  it('assigns the text of the catalog to the field', () => {
    expect(fieldErrorsOf(refused, names, texts)).toEqual({ password: 'Choose another one.' })
  })

  it('uses the message of the service if the catalog has no text', () => {
    expect(fieldErrorsOf({ ...refused, problem: undefined }, names, texts)).toEqual({
      password: 'must have 8 characters',
    })
  })

  it('assigns an error of a list item to the list', () => {
    const problem = { details: [{ field: 'origins.1', message: 'must be written as https://shop.example' }] }
    expect(fieldErrorsOf(problem, ['origin', 'origins'], texts)).toEqual({
      origins: 'must be written as https://shop.example',
    })
  })

  it('returns undefined for a field that is not in the form', () => {
    expect(fieldErrorsOf({ details: [{ field: 'token', message: 'was used' }] }, names, texts)).toBeUndefined()
  })
})
