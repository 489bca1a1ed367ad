import Foundation

/// The terminal of the process as a screen, on its alternate page, without a cursor and without
/// line buffering.
///
/// Ctrl-C is delivered as a key, so that it cannot end the program before the terminal is restored.
final class TerminalScreen: LiveScreen {
  /// A Boolean value that indicates whether standard output is a suitable terminal.
  static var isPossible: Bool {
    isatty(STDOUT_FILENO) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  let keys: AsyncStream<UInt8>
  private let keyboard: SharedSource<any DispatchSourceRead>?
  private let continuation: AsyncStream<UInt8>.Continuation
  /// The previous settings of the terminal, or `nil` if standard input is not a terminal.
  private let settings: termios?

  init() {
    (keys, continuation) = AsyncStream.makeStream()
    settings = Self.settings()
    guard var raw = settings else {
      // Without a keyboard, only a signal ends the view.
      keyboard = nil
      Self.write(Self.opening)
      return
    }
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO)
    source.setEventHandler { [continuation] in
      var key: UInt8 = 0
      if unsafe read(STDIN_FILENO, &key, 1) == 1 {
        continuation.yield(key)
      } else if errno != EINTR && errno != EAGAIN {
        continuation.finish()
      }
    }
    keyboard = SharedSource(source: source)
    Self.write(Self.opening)
    source.activate()
  }

  var size: (width: Int, height: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (80, 24) }
    // The last column is unused, because erasing the rest of a full line would erase its last
    // character.
    return (Int(size.ws_col) - 1, Int(size.ws_row))
  }

  func draw(_ lines: [String]) {
    // Overwrites the current contents, so that nothing flickers, and then erases the rest.
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
    Self.write("\u{1B}[H" + text + "\u{1B}[J")
  }

  /// Restores the terminal.
  func close() {
    keyboard?.source.cancel()
    continuation.finish()
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    if var settings { unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
  }

  /// Switches to the alternate page and hides the cursor.
  private static let opening = "\u{1B}[?1049h\u{1B}[?25l"

  private static func settings() -> termios? {
    var settings = termios()
    return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
  }

  /// Writes to standard output.
  ///
  /// If writing fails, the terminal is closed. Its keyboard is closed as well, which ends the view.
  private static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
