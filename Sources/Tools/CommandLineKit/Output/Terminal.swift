import Synchronization

/// The output of a program: a terminal with colors and a last line that changes, or a file
/// or pipe that gets plain text.
///
/// - Concurrency: May be used from any thread; lines come out whole.
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

  /// A Boolean value that indicates whether people read along.
  package let isInteractive: Bool
  /// A Boolean value that indicates whether text may have a color.
  package let hasColor: Bool
  /// The number of characters that fit on a line; `nil` if lines may be of any length.
  package let width: Int?
  private let output: TextOutput
  private let errors: TextOutput
  private let state = Mutex(State())

  private struct State {
    /// The last line, which changes.
    var progress = ""
    /// Why something could not be written.
    var failure: String?
  }

  /// Looks what standard output is.
  package init(environment: [String: String]) {
    output = .standardOutput
    errors = .standardError
    isInteractive = output.isTerminal && environment["TERM"] != "dumb"
    hasColor = isInteractive && environment["NO_COLOR"]?.isEmpty ?? true
    width = isInteractive ? output.columns ?? 80 : nil
  }

  /// Writes elsewhere, as if it were a terminal like this.
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

  /// Why an answer did not get where it should, such as a disk that is full; the
  /// first reason if there are several.
  package var failure: String? { state.withLock(\.failure) }

  /// Writes a line, above the progress if there is one.
  package func print(_ text: String) {
    state.withLock { state in
      let clearing = state.progress.isEmpty ? "" : Self.clearing
      write(clearing + text + "\n" + state.progress, &state)
    }
  }

  /// Says something that is no answer, on standard error.
  package func note(_ text: String) {
    // There is no stream left on which to report this failure.
    _ = errors.write(text + "\n")
  }

  /// Shows how far something is, on the last line of a terminal.
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

  /// Takes the progress away.
  package func endProgress() {
    state.withLock { state in
      if !state.progress.isEmpty { write(Self.clearing, &state) }
      state.progress = ""
    }
  }

  /// The text in a style, where there is color.
  package func styled(_ text: String, _ style: Style) -> String {
    hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static let clearing = "\r\u{1B}[2K"

  private func write(_ text: String, _ state: inout State) {
    let failure = output.write(text)
    state.failure = state.failure ?? failure
  }
}
