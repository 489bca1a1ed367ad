#ifndef READING_PROCESS_H
#define READING_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Starts a program whose standard input and output are one socket; the path `NULL` means the
/// program of this process.
///
/// Returns 0 with the socket and the process, or the number of an error.
int reading_process_start(const char *path, const char *argument, int *socket, pid_t *process);

/// Starts a program with a variable of its environment, `NAME=value`, whose standard input is a
/// socket and whose output is discarded.
///
/// Returns 0 with the socket and the process, or the number of an error.
int reading_process_ask(const char *path, const char *variable, int *socket, pid_t *process);

/// Sends all bytes, and returns whether the other side takes them.
bool reading_process_send(int socket, const void *bytes, size_t count);

/// Waits for bytes, and returns their number; 0 at the end, and -1 if none come within the time.
ssize_t reading_process_receive(int socket, void *bytes, size_t size, int milliseconds);

/// Kills a process and waits for it, closes the socket, and returns the signal that had ended the
/// process before; 0 if it had not ended, or ended otherwise.
int reading_process_stop(int socket, pid_t process);

/// Ends this process when its standard input loses the other side, and bounds its memory.
void reading_process_end_with_parent(void);

/// Runs a function on a thread with a stack of a size, and waits for it.
void deep_stack_run(size_t size, void (*body)(void *), void *context);

#endif
