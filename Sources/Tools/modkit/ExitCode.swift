/// The exit codes of modkit.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  case found = 1
  case usage = 64
  case unreadable = 66
  case unwritable = 74

  /// When it ends so.
  var meaning: String {
    switch self {
    case .success: "It succeeded, and found nothing that is an error."
    case .found: "A check, an audit or a comparison found an error, or a name names nothing."
    case .usage: "The command line makes no sense."
    case .unreadable: "A file cannot be read, or is not what it should be."
    case .unwritable: "A file or the answer cannot be written."
    }
  }
}

/// Why a command could not do what was asked.
struct Failure: Error {
  let code: ExitCode
  /// Sentences that say what went wrong and what to do.
  let message: String
}
