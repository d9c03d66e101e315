/** The simulator's page. For now it only proves that the page, its script and its worker start. */
const status = document.createElement('p');
status.textContent = 'The simulator is not part of this build yet.';
document.body.append(status);
