import { INVARIANTS } from '../../src/engine/kernel/engineError';

/** Loaded before all tests: in them, what is too costly for what ships is checked as well. */
INVARIANTS.costly = true;
