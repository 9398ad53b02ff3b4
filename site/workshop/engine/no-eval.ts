import * as z from 'zod';

/** The page's policy forbids functions made of text. zod would try one, and be slow to see it fail. */
z.config({ jitless: true });
