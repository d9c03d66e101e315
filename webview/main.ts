/** The simulator's page. For now it only says so, and shows that its worker runs. */
export {};

const note = document.createElement('p');
note.textContent = 'The simulator is not part of this build yet.';
document.body.append(note);
