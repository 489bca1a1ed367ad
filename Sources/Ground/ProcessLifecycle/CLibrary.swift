#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// Has a function called when the process ends by `exit`.
///
/// - Returns: Whether there was room for it.
func callAtExit(_ function: @escaping @convention(c) () -> Void) -> Bool {
  atexit(function) == 0
}

/// Returns the description of one of the C library's error numbers.
func reason(ofError number: Int32) -> String {
  unsafe String(cString: strerror(number))
}

/// Opens `/dev/null` as a descriptor, if that is closed.
///
/// - Returns: The number of the system's error, or `nil`.
func openNullDevice(as number: Int32) -> Int32? {
  guard fcntl(number, F_GETFD) == -1 else { return nil }
  let descriptor = unsafe open("/dev/null", O_RDWR)
  guard descriptor >= 0 else { return errno }
  // Another thread has opened the number first.
  if descriptor > number { close(descriptor) }
  return nil
}

/// Returns whether the running program is a runner of tests, which has Swift Testing in it.
func isTestRunner() -> Bool {
  unsafe dlsym(dlopen(nil, RTLD_LAZY), "swt_abiv0_getEntryPoint") != nil
}
