/** The paths of the icons, on a square of 24. */
const PATHS = {
  chat: 'M21 12a8 8 0 0 1-8 8H4l1.8-3A8 8 0 1 1 21 12zM9 10.5h7M9 14h4.5',
  close: 'M6 6l12 12M18 6L6 18',
  add: 'M12 5v14M5 12h14',
  history: 'M12 7v5l3 2M3.5 9.5A9 9 0 1 1 3 13M3 4.5v5h5',
  up: 'M7 11v9H4v-9zM7 11l4-8a2.5 2.5 0 0 1 2.4 3.2L12.5 9H18a2 2 0 0 1 2 2.4l-1.4 7A2 2 0 0 1 16.6 20H7',
  down: 'M17 13V4h3v9zM17 13l-4 8a2.5 2.5 0 0 1-2.4-3.2l.9-2.8H6a2 2 0 0 1-2-2.4l1.4-7A2 2 0 0 1 7.4 4H17',
}

export const Icon = ({ name, size = 20 }: { readonly name: keyof typeof PATHS; readonly size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
    <path d={PATHS[name]} />
  </svg>
)
