/** `| head` closes the pipe early: that is no error. */
export function endQuietlyWithThePipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
