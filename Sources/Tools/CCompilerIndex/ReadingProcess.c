#include "ReadingProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

#ifdef __APPLE__
static const int NO_SIGNAL = 0;
static const int CLOSED_ON_EXEC = 0;
#else
static const int NO_SIGNAL = MSG_NOSIGNAL;
static const int CLOSED_ON_EXEC = SOCK_CLOEXEC;
#endif

// Starts a program whose standard input is a socket.
static int start(const char *path, char *arguments[], char *environment[], bool writes_to_socket,
                 int *connection, pid_t *process) {
  char own[PATH_MAX] = "/proc/self/exe";  // Leads to the file even after a build replaced it.
#ifdef __APPLE__
  uint32_t length = sizeof own;
  if (_NSGetExecutablePath(own, &length) != 0) return ENAMETOOLONG;
#endif
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | CLOSED_ON_EXEC, 0, ends) != 0) return errno;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
#ifdef __APPLE__
  setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  if (writes_to_socket) {
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  // The runtime of a process that dies writes pages about it, which the parent says in a sentence.
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  int status = posix_spawn(process, path ? path : own, &actions, NULL, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (status != 0) {
    close(ends[0]);
    return status;
  }
  *connection = ends[0];
  return 0;
}

int reading_process_start(const char *path, const char *argument, int *connection,
                          pid_t *process) {
  char *arguments[] = {"modkit", (char *)argument, NULL};
  return start(path, arguments, environ, true, connection, process);
}

int reading_process_ask(const char *path, const char *variable, int *connection, pid_t *process) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **environment = calloc(count + 3, sizeof *environment);
  if (environment == NULL) return ENOMEM;
  // The first of two definitions of a variable counts. A crash is reported in a sentence.
  environment[0] = (char *)variable;
  environment[1] = "SWIFT_BACKTRACE=enable=no";
  for (size_t index = 0; index < count; index++) environment[index + 2] = environ[index];
  char *arguments[] = {(char *)path, NULL};
  int status = start(path, arguments, environment, false, connection, process);
  free(environment);
  return status;
}

bool reading_process_send(int connection, const void *bytes, size_t count) {
  for (size_t sent = 0; sent < count;) {
    ssize_t result = send(connection, (const char *)bytes + sent, count - sent, NO_SIGNAL);
    if (result < 0 && errno != EINTR) return false;
    if (result > 0) sent += (size_t)result;
  }
  return true;
}

ssize_t reading_process_receive(int connection, void *bytes, size_t size, int milliseconds) {
  struct pollfd descriptor = {.fd = connection, .events = POLLIN};
  int ready;
  while ((ready = poll(&descriptor, 1, milliseconds)) < 0 && errno == EINTR) continue;
  if (ready == 0) return -1;
  ssize_t count;
  while ((count = read(connection, bytes, size)) < 0 && errno == EINTR) continue;
  return count < 0 ? 0 : count;
}

int reading_process_stop(int connection, pid_t process) {
  close(connection);
  int status = 0;
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL ? WTERMSIG(status) : 0;
}

static void *end_with_parent(void *context) {
  (void)context;
  struct pollfd input = {.fd = STDIN_FILENO, .events = 0};
  while (poll(&input, 1, -1) < 0 && errno == EINTR) continue;
  _exit(0);
}

void reading_process_end_with_parent(void) {
  signal(SIGPIPE, SIG_IGN);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
  // Some texts make the parser keep memory by the square of their nesting.
  struct rlimit memory = {(rlim_t)6 << 30, (rlim_t)6 << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  pthread_t thread;
  if (pthread_create(&thread, NULL, end_with_parent, NULL) == 0) pthread_detach(thread);
}

struct deep_call {
  void (*body)(void *);
  void *context;
};

static void *deep_call_run(void *call) {
  ((struct deep_call *)call)->body(((struct deep_call *)call)->context);
  return NULL;
}

void deep_stack_run(size_t size, void (*body)(void *), void *context) {
  struct deep_call call = {body, context};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, size);
  int status = pthread_create(&thread, &attributes, deep_call_run, &call);
  pthread_attr_destroy(&attributes);
  // A system that grants no such stack runs it on this one.
  if (status == 0) {
    pthread_join(thread, NULL);
  } else {
    body(context);
  }
}
