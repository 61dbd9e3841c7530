import { DropdownMenu } from 'radix-ui'
import type { MenuEntry, MenuProps } from './menu.tsx'

/** A menu that is initially open. */
export const OpenedMenu = ({ trigger, label, className, heading, entries }: MenuProps) => (
  <DropdownMenu.Root modal={false} defaultOpen>
    <DropdownMenu.Trigger className={className} aria-label={label}>
      {trigger}
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content className="menu" sideOffset={4} collisionPadding={8}>
        {heading !== undefined && <DropdownMenu.Label className="menu-label">{heading}</DropdownMenu.Label>}
        {entries.map((entry) => (
          <Entry {...entry} key={entry.key} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

const Entry = ({ label, checked, onSelect }: Omit<MenuEntry, 'key'>) => {
  if (checked === undefined)
    return (
      <DropdownMenu.Item className="menu-item" onSelect={onSelect}>
        {label}
      </DropdownMenu.Item>
    )
  return (
    <DropdownMenu.CheckboxItem
      className="menu-item"
      checked={checked}
      onCheckedChange={onSelect}
      onSelect={(event) => event.preventDefault()}
    >
      <span aria-hidden="true" className="menu-check">
        {checked ? '✓' : ''}
      </span>
      {label}
    </DropdownMenu.CheckboxItem>
  )
}
