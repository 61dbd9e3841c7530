import { tokenise } from '../../src/knowledge/words/index.ts'

const read = (question: string) => tokenise(question).map(({ text, number }) => (number === undefined ? text : number))

describe('Number in a question', () => {
  it.each<[string, (string | number)[]]>([
    ['over two thousand', ['over', 2000]],
    ['above -5', ['above', -5]],
    ['above −5.5', ['above', -5.5]],
    ['minus five', [-5]],
    ['one hundred and five dogs', [105, 'dogs']],
    ['two thousand three hundred', [2300]],
    ['1.5 million people', [1_500_000, 'people']],
    ['half a million', [500_000]],
    ['2½ hours', [2.5, 'hours']],
    ['.5', [0.5]],
    ['1e3', [1000]],
    ['2.5k', [2500]],
    ['1,234.50', [1234.5]],
  ])('is read as one token: %s', (question, tokens) => {
    expect(read(question)).toEqual(tokens)
  })

  it.each<[string, (string | number)[]]>([
    ['1234567890123456.77', ['1234567890123456.77']],
    ['12345678901234567890', ['12345678901234567890']],
    ['vitamin K', ['vitamin', 'K']],
    ['gate e5', ['gate', 'e5']],
    ['5m', ['5m']],
    ['2024-05-01', ['2024-05-01']],
  ])('stays text if it is not a number or not exactly representable: %s', (question, tokens) => {
    expect(read(question)).toEqual(tokens)
  })

  it('has no sign where a dash joins two numbers', () => {
    expect(read('between 5-10')).toEqual(['between', 5, 10])
  })
})
