// Sets the colour scheme before the first paint, so that a dark page never flashes white.
(function () {
  var wanted = 'dark';
  try {
    wanted = localStorage.getItem('zonda-scheme') || 'dark';
  } catch {
    // No storage: the default holds.
  }
  if (wanted === 'auto') {
    wanted = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', wanted);
})();
