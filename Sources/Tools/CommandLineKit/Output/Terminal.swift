import Synchronization

/// The output of a program: a terminal with colors and a progress line, or a file or pipe that
/// receives plain text.
///
/// - Concurrency: Can be used from any thread. Lines are not mixed.
package final class Terminal: Sendable {
  /// A style of text.
  package enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// A Boolean value that indicates whether the output is shown to people.
  package let isInteractive: Bool
  /// A Boolean value that indicates whether text can have a color.
  package let hasColor: Bool
  /// The number of characters of a line, or `nil` if lines can have any length.
  package let width: Int?
  private let output: TextOutput
  private let errors: TextOutput
  private let state = Mutex(State())

  private struct State {
    /// The progress line, which is the last line.
    var progress = ""
    /// The reason why something could not be written.
    var failure: String?
  }

  /// Creates a terminal for standard output.
  package init(environment: [String: String]) {
    output = .standardOutput
    errors = .standardError
    isInteractive = output.isTerminal && environment["TERM"] != "dumb"
    hasColor = isInteractive && environment["NO_COLOR"]?.isEmpty ?? true
    width = isInteractive ? output.columns ?? 80 : nil
  }

  /// Creates a terminal with these properties for another output.
  package init(
    width: Int?, isInteractive: Bool = false, hasColor: Bool = false,
    output: TextOutput = .none, errors: TextOutput = .none
  ) {
    self.width = width
    self.isInteractive = isInteractive
    self.hasColor = hasColor
    self.output = output
    self.errors = errors
  }

  /// The reason why the output could not be written, such as a full disk.
  ///
  /// If there are several, the first reason.
  package var failure: String? { state.withLock(\.failure) }

  /// Writes a line above the progress line.
  package func print(_ text: String) {
    state.withLock { state in
      let clearing = state.progress.isEmpty ? "" : Self.clearing
      write(clearing + text + "\n" + state.progress, &state)
    }
  }

  /// Writes a message that is not part of the result to standard error.
  package func note(_ text: String) {
    // This failure cannot be reported, because no stream is left.
    _ = errors.write(text + "\n")
  }

  /// Shows the progress on the last line of a terminal.
  package func show(progress fraction: Double, _ text: String) {
    guard isInteractive else { return }
    let length = 24
    let fraction = min(max(fraction, 0), 1)
    let done = Int((Double(length) * fraction).rounded())
    let bar =
      String(repeating: "█", count: done) + String(repeating: "░", count: length - done)
    let line = String("\(bar) \(Int(fraction * 100)) % \(text)".prefix((width ?? 80) - 1))
    state.withLock { state in
      state.progress = line
      write(Self.clearing + line, &state)
    }
  }

  /// Removes the progress line.
  package func endProgress() {
    state.withLock { state in
      if !state.progress.isEmpty { write(Self.clearing, &state) }
      state.progress = ""
    }
  }

  /// Returns the text in a style, if colors are available.
  package func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static let clearing = "\r\u{1B}[2K"

  private func write(_ text: String, _ state: inout State) {
    let failure = output.write(text)
    state.failure = state.failure ?? failure
  }
}
