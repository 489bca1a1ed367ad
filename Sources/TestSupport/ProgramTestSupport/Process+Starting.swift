import Foundation

extension Process {
  /// Starts the process with no signal blocked, and with Ctrl-C not ignored.
  ///
  /// Tests run on workers that block signals, and those of a shell's background job ignore
  /// `SIGINT`; a child inherits both.
  func start() throws {
    _ = Self.heedsInterrupts
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Has this process no longer ignore `SIGINT`, if it was started so.
  private static let heedsInterrupts: Void = {
    var action = sigaction()
    unsafe sigaction(SIGINT, nil, &action)
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    let ignores = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    if handler == ignores { signal(SIGINT, SIG_DFL) }
  }()
}
