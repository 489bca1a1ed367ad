import Foundation

extension Process {
  /// Starts the process with no signal blocked.
  ///
  /// Tests run on workers that block signals, and a child inherits that.
  func start() throws {
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
