import './style.css';
import { startApp } from './app';
import { connectHost, loadWorker } from './link/host';
import { registerControls } from './ui/controls';

registerControls();
const root = document.getElementById('app');
const workerUri = document.body.dataset['worker'];
if (root === null || workerUri === undefined) throw new Error('The page lacks its frame.');
const app = startApp(root, connectHost, loadWorker(workerUri));
// For the frame-time measurement; holds nothing that the page does not show.
Object.defineProperty(window, 'rolloutLens', { value: app });
