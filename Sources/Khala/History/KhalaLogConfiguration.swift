public import Foundation
import ToolkitTrace

/// The folder and limits of a log of requests, and its handlers.
public struct KhalaLogConfiguration: Sendable {
  /// The folder of the log; made when the log is enabled, not before.
  public var folder: URL

  /// The size in bytes from which the next file is begun.
  public var fileSizeCap = 1 << 20

  /// The size in bytes of all files in the folder together from which the oldest are removed.
  ///
  /// Files that a process has open are never removed.
  public var totalSizeCap = 16 << 20

  /// The keys whose values are not written, in whichever case they come.
  ///
  /// They are looked for in the query and the fragment of the URL, and in the
  /// parameters at every depth.
  public var redactedKeys: Set<String> = []

  /// Tells the time that lines are marked with and days are distinguished by.
  public var now: @Sendable () -> Date = { Date() }

  /// Waits for midnight.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Is handed every finished file, to send it to the developer.
  ///
  /// A file is finished when the next one is begun, for its size or for a new
  /// day in UTC; and when the log is enabled, all files are that earlier runs
  /// left behind, even by a crash, except the one that is continued. When the
  /// function returns, the file is made read-only, which is how later runs know
  /// that it was handed over. It may move or remove the file. If the process
  /// ends before, the file is handed over again the next time.
  ///
  /// - Concurrency: Called for one file at a time, on a queue of the log, with no
  ///   lock held. Later files wait meanwhile; requests do not.
  public var onFinishedFile: (@Sendable (URL) -> Void)?

  /// Called with each error; the default writes a line to standard error.
  ///
  /// - Concurrency: Called with no lock held, on the thread that writes or on the
  ///   queue of the log.
  public var errorHandler: @Sendable (KhalaLogError) -> Void = { error in
    StandardError.write(ToolkitMessage(text: "\(error)", source: "Khala"))
  }

  /// Reserves space for a file; tests put a full disk in its place.
  var reserve: LogFile.Reserve = LogFile.reserve

  /// Creates a configuration with the given folder, or with the folder of the
  /// user's state.
  ///
  /// That is `khala/logs` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is
  /// not set; on Apple platforms it is in Application Support.
  public init(folder: URL? = nil) {
    self.folder = folder ?? LogFolder.userState.appending(path: "khala/logs")
  }

  var plan: LogPlan {
    LogPlan(fileSizeCap: fileSizeCap, totalSizeCap: totalSizeCap)
  }
}
