/** The simulator's worker. For now it only answers, so that the page can see it run. */
self.addEventListener('message', () => {
  self.postMessage({ type: 'ready' });
});
