import { fieldErrorsOf } from '../../web/src/form/field-errors.ts'

const texts = { problems: { password_invalid: 'Choose another one.' } }
const names = ['email', 'password'] as const
const refused = { problem: 'password_invalid', details: [{ field: 'password', message: 'must have 8 characters' }] }

describe('what the service says of a field', () => {
  it('stands beside the field, in the words of the catalog', () => {
    expect(fieldErrorsOf(refused, names, texts)).toEqual({ password: 'Choose another one.' })
  })

  it('is in the words of the service where the catalog has none', () => {
    expect(fieldErrorsOf({ ...refused, problem: undefined }, names, texts)).toEqual({
      password: 'must have 8 characters',
    })
  })

  it('stands beside the list whose member it is about', () => {
    const problem = { details: [{ field: 'origins.1', message: 'must be written as https://shop.example' }] }
    expect(fieldErrorsOf(problem, ['origin', 'origins'], texts)).toEqual({
      origins: 'must be written as https://shop.example',
    })
  })

  it('stands beside no field where it is about one that the form does not have', () => {
    expect(fieldErrorsOf({ details: [{ field: 'token', message: 'was used' }] }, names, texts)).toBeUndefined()
  })
})
