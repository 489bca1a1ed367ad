#include "CGroundProcess.h"

#ifdef __linux__

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

int lifecycle_watch_socket(int descriptor, bool for_writing) {
  int watch = epoll_create1(EPOLL_CLOEXEC);
  if (watch < 0) return -1;
  struct epoll_event event = {.events = for_writing ? EPOLLOUT : EPOLLIN};
  if (epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event) == 0) return watch;
  int error = errno;
  close(watch);
  errno = error;
  return -1;
}

#endif
