/** Why a file that a build asks for is not read. */
export const REFUSALS = {
  outside: 'lies outside the workspace, and is not read',
  tooMany: 'is one of too many files to be read',
  link: 'is behind a symbolic link, which is not followed',
  tooLarge: 'is too large to be read',
} as const;
