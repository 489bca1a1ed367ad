import Foundation

/// An error of the log of calls.
///
/// It is never thrown, because the log must not affect callers.
/// ``KhalaLogConfiguration/errorHandler`` gets each error.
public struct KhalaLogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The folder of the log cannot be created or read.
    public static let folderUnavailable = Code(name: "folderUnavailable")

    /// A file of the log cannot be created, opened, read or written.
    public static let fileUnavailable = Code(name: "fileUnavailable")

    /// The disk, or the process's limit, has no space for more lines.
    public static let diskFull = Code(name: "diskFull")

    /// A line exceeds the maximum size of a file, and was not written.
    public static let lineTooLong = Code(name: "lineTooLong")

    /// The current file was removed, replaced or shortened.
    public static let fileDisturbed = Code(name: "fileDisturbed")

    /// A file could not be repaired, marked as handed over, or removed.
    public static let finishingFailed = Code(name: "finishingFailed")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// The file or folder that the error concerns.
  public let path: String

  /// A sentence that describes the problem and suggests a fix.
  public let message: String

  /// The line that could not be written, if the error concerns one.
  public internal(set) var line: String?

  /// The number of lines that were lost since the last error.
  public internal(set) var lostLines = 0

  init(_ code: Code, path: String, message: MessageText) {
    self.code = code
    self.path = path
    self.message = message.text
  }

  public var description: String {
    switch lostLines {
    case 0: message
    case 1: message + " (1 line was not written)"
    default: message + " (\(lostLines) lines were not written)"
    }
  }
}

extension KhalaLogError {
  /// Returns the error for a failed system call.
  static func systemCall(_ call: String, _ code: Code, path: String, number: Int32) -> Self {
    let reason = unsafe String(cString: strerror(number))
    if [ENOSPC, EDQUOT, EFBIG].contains(number) {
      return KhalaLogError(
        .diskFull, path: path,
        message: "no space for '\(path)' (\(call): \(reason)): free some, or lower the caps")
    }
    return KhalaLogError(code, path: path, message: "\(call) failed for '\(path)': \(reason)")
  }

  /// Returns the error for a current file that was changed from outside.
  static func disturbed(_ what: String, path: String) -> Self {
    KhalaLogError(
      .fileDisturbed, path: path,
      message: """
        '\(path)' was \(what) while it was being written: its lines may be lost, but the log \
        continues. Disable the log before you change its current file.
        """)
  }

  /// Returns the error for a line that exceeds the maximum size of a file.
  static func tooLong(_ line: [UInt8], cap: Int, folder: String) -> Self {
    KhalaLogError(
      .lineTooLong, path: folder,
      message: """
        a line of \(line.count) bytes does not fit into a file of \(cap): raise 'fileSizeCap'
        """
    ).losing(line)
  }

  /// Returns the error with the lost line, and the number of other lines that were lost since the
  /// last error.
  func losing(_ line: [UInt8], besides others: Int = 0) -> Self {
    var error = self
    error.line = String(decoding: line.dropLast(), as: UTF8.self)
    error.lostLines += 1 + others
    return error
  }
}
