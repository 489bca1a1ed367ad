import Foundation
import Synchronization

/// Where answers go: a terminal with colours and a last line that changes, or a
/// file or pipe that gets plain text.
///
/// - Concurrency: May be used from any thread; lines come out whole.
final class Terminal: Sendable {
  /// How text is to look.
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Whether people read along.
  let isInteractive: Bool
  let hasColour: Bool
  /// How many characters fit on a line; nothing if lines may be of any length.
  let width: Int?
  private let progress = Mutex("")

  /// Looks what standard output is.
  init(environment: [String: String]) {
    isInteractive = isatty(STDOUT_FILENO) != 0 && environment["TERM"] != "dumb"
    hasColour = isInteractive && environment["NO_COLOR"]?.isEmpty ?? true
    width = isInteractive ? Self.columns : nil
  }

  private static var columns: Int {
    var size = winsize()
    let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    return isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Writes a line to standard output, above the progress if there is one.
  func print(_ text: String) {
    progress.withLock { progress in
      write((progress.isEmpty ? "" : Self.clearing) + text + "\n" + progress)
    }
  }

  /// Says something that is no answer, on standard error.
  func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// Shows how far something is, on the last line of a terminal.
  func show(progress fraction: Double, _ text: String) {
    guard isInteractive else { return }
    let length = 24
    let done = Int((Double(length) * min(max(fraction, 0), 1)).rounded())
    let bar =
      String(repeating: "█", count: done) + String(repeating: "░", count: length - done)
    let line = String("\(bar) \(Int(fraction * 100)) % \(text)".prefix((width ?? 80) - 1))
    progress.withLock { progress in
      progress = line
      write(Self.clearing + line)
    }
  }

  /// Takes the progress away.
  func endProgress() {
    progress.withLock { progress in
      if !progress.isEmpty { write(Self.clearing) }
      progress = ""
    }
  }

  /// The text in a style, where there is colour.
  func styled(_ text: String, _ style: Style) -> String {
    hasColour ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static let clearing = "\r\u{1B}[2K"

  private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
