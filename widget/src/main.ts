declare const WIDGET_VERSION: string

export const version = WIDGET_VERSION
