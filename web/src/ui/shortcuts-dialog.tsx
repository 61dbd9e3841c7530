import { useTexts } from '../i18n/texts.tsx'
import { Dialog } from './dialog.tsx'

export const ShortcutsDialog = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => {
  const { shortcuts } = useTexts()
  return (
    <Dialog title={shortcuts.title} open={open} onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.list.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
