#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ToolkitTrace needs the C library of this platform.")
#endif

/// The descriptor number of standard error.
let standardErrorDescriptor: Int32 = STDERR_FILENO

/// The result of an attempt to write.
enum WriteOutcome {
  /// This number of bytes was written.
  case wrote(Int)
  /// The descriptor accepts no bytes now, but may do so later.
  case isFull
  /// The descriptor accepts no bytes.
  ///
  /// It is closed, its disk is full, or it has no reader.
  case failed
}

/// Waits until a descriptor accepts bytes, or until this number of milliseconds has passed.
///
/// - Returns: `isFull` if the time has passed, and `nil` if the descriptor accepts bytes.
func waitUntilWritable(_ descriptor: Int32, milliseconds: Int32) -> WriteOutcome? {
  var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  let count = unsafe poll(&request, 1, milliseconds)
  if count > 0 { return Int32(request.revents) & POLLNVAL != 0 ? .failed : nil }
  return count == 0 || errno == EINTR ? .isFull : .failed
}

/// Writes to a descriptor once, without a `SIGPIPE` if it has no reader.
func writeOnce(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> WriteOutcome {
  var pipeSignal = sigset_t()
  var pending = sigset_t()
  var before = sigset_t()
  unsafe sigemptyset(&pipeSignal)
  unsafe sigaddset(&pipeSignal, SIGPIPE)
  unsafe sigemptyset(&pending)
  unsafe sigpending(&pending)
  let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
  unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

  let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  guard count < 0 else { return .wrote(count) }
  switch errno {
  case EINTR: return .wrote(0)
  case EAGAIN, EWOULDBLOCK: return .isFull
  case EPIPE:
    // The signal was sent to this thread, which receives it before it unblocks signals again.
    unsafe sigpending(&pending)
    var taken: Int32 = 0
    if !wasPending, unsafe sigismember(&pending, SIGPIPE) == 1 {
      unsafe sigwait(&pipeSignal, &taken)
    }
    return .failed
  default: return .failed
  }
}
