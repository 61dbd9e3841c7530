import { DEFAULT_BRANDING } from '../../../src/access/rules/organization.ts'
import { chartPalette } from '../../../src/charts/rules/chart-theme.ts'
import { contrast } from '../../../src/manage/branding/rules/colour.ts'
import { effectiveColours } from '../../../src/manage/branding/rules/effective-colours.ts'

/** @param colors override the default brand colours */
const effective = (colors: Partial<typeof DEFAULT_BRANDING.colors> = {}) =>
  effectiveColours({ ...DEFAULT_BRANDING, colors: { ...DEFAULT_BRANDING.colors, ...colors } })

describe('Effective brand colours', () => {
  it('are the configured colours where contrast is enough, and list every adjustment with its reason', () => {
    const { light, dark, adjusted } = effective()
    expect(light).toEqual({
      surface: '#ffffff',
      primary: '#1f6f5c',
      on_primary: '#ffffff',
      link: '#1f6f5c',
      chart: '#1f6f5c',
      secondary: '#14342b',
      on_secondary: '#ffffff',
      accent: '#ca7f00',
      text_primary: '#1b1b1b',
      text_secondary: '#5c6662',
      header: '#1f6f5c',
      on_header: '#ffffff',
    })
    expect(dark).toEqual({
      surface: '#1a1e26',
      primary: '#1f6f5c',
      on_primary: '#ffffff',
      link: '#48937f',
      chart: '#8fb0ff',
      secondary: '#14342b',
      on_secondary: '#ffffff',
      accent: '#f2a541',
      text_primary: '#e9ecf2',
      text_secondary: '#b3bac7',
      header: '#1f6f5c',
      on_header: '#ffffff',
    })
    expect(adjusted).toEqual([
      {
        field: 'colors.accent',
        theme: 'light',
        use: 'accent',
        from: '#f2a541',
        to: '#ca7f00',
        against: '#ffffff',
        contrast_from: 2.05,
        contrast_to: 3.21,
      },
      {
        field: 'colors.primary',
        theme: 'dark',
        use: 'link',
        from: '#1f6f5c',
        to: '#48937f',
        against: '#1a1e26',
        contrast_from: 2.77,
        contrast_to: 4.58,
      },
    ])
  })

  it('are adjusted per use: a yellow is darker as text than in a chart, and unchanged as background', () => {
    const { light, dark, adjusted } = effective({ primary: '#ffd400', accent: '#000' })
    expect(light).toMatchObject({ primary: '#ffd400', on_primary: '#000000', link: '#986e00' })
    expect(light.chart).toBe(chartPalette('brand', '#ffd400').series[0])
    expect(dark).toMatchObject({ link: '#ffd400', on_primary: '#000000' })
    expect(adjusted.slice(0, 2)).toMatchObject([
      { field: 'colors.primary', theme: 'light', use: 'link', to: '#986e00', contrast_from: 1.43, contrast_to: 4.6 },
      { field: 'colors.primary', theme: 'light', use: 'chart', to: light.chart },
    ])
    expect(adjusted.slice(2)).toMatchObject([{ field: 'colors.accent', theme: 'dark', from: '#000000' }])
  })

  it('are the product colours for unreadable brand text', () => {
    const { light, adjusted } = effective({ text_primary: '#ccc', text_secondary: '#767676' })
    expect(light).toMatchObject({ text_primary: '#171a21', text_secondary: '#767676' })
    expect(adjusted).toContainEqual({
      field: 'colors.text_primary',
      theme: 'light',
      use: 'text_primary',
      from: '#cccccc',
      to: '#171a21',
      against: '#ffffff',
      contrast_from: 1.61,
      contrast_to: 17.41,
    })
  })

  it('have enough contrast for every configured colour', () => {
    const levels = ['00', '40', '80', 'c0', 'ff']
    for (const colour of levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)))) {
      const names = ['primary', 'secondary', 'accent', 'text_primary', 'text_secondary']
      const { light, dark } = effective(Object.fromEntries(names.map((name) => [name, colour])))
      for (const { surface, ...screen } of [light, dark]) {
        for (const text of [screen.link, screen.text_primary, screen.text_secondary])
          expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5)
        for (const mark of [screen.accent, screen.chart]) expect(contrast(mark, surface)).toBeGreaterThanOrEqual(3)
        for (const [background, text] of [
          [screen.primary, screen.on_primary],
          [screen.secondary, screen.on_secondary],
        ] as const)
          expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
