import './style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Chat } from './chat.tsx'
import { loadHistory } from './history.ts'

const conversationId = new URLSearchParams(window.location.search).get('chat')
const history = conversationId === null ? [] : await loadHistory(conversationId)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <h1>Ask the shop</h1>
    <Chat id={conversationId ?? crypto.randomUUID()} history={history} />
  </StrictMode>,
)
