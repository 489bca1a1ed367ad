#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  #error("ProcessLifecycle needs the C library of this platform.")
#endif

/// Registers a function that the C library calls when the process ends by `exit`.
///
/// - Returns: `true` if the function was registered.
func callAtExit(_ function: @escaping @convention(c) () -> Void) -> Bool {
  atexit(function) == 0
}

/// Returns the description of an error number of the C library.
func reason(ofError number: Int32) -> String {
  unsafe String(cString: strerror(number))
}

/// Opens `/dev/null` with this descriptor number if the descriptor is closed.
///
/// - Returns: The system's error number, or `nil`.
func openNullDevice(as number: Int32) -> Int32? {
  guard fcntl(number, F_GETFD) == -1 else { return nil }
  let descriptor = unsafe open("/dev/null", O_RDWR)
  guard descriptor >= 0 else { return errno }
  // Another thread has already opened this number.
  if descriptor > number { close(descriptor) }
  return nil
}

/// Returns whether the running program is a test runner, which contains Swift Testing.
func isTestRunner() -> Bool {
  unsafe dlsym(dlopen(nil, RTLD_LAZY), "swt_abiv0_getEntryPoint") != nil
}
