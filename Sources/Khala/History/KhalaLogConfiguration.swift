public import Foundation
import ToolkitTrace

/// The folder, limits and handlers of a log of calls.
public struct KhalaLogConfiguration: Sendable {
  /// The folder, which is created when the log is enabled.
  public var folder: URL

  /// The maximum size of a file in bytes.
  public var fileSizeCap = 1 << 20

  /// The maximum size in bytes of all files together.
  ///
  /// If the files exceed it, the oldest ones are removed. Files that a process has open are never
  /// removed.
  public var totalSizeCap = 16 << 20

  /// The keys whose values are not written, compared without regard to case.
  ///
  /// They apply to the query and the fragment of the URL, and to the parameters at every depth.
  public var redactedKeys: Set<String> = []

  /// Returns the time of a line, which also decides its day.
  public var now: @Sendable () -> Date = { Date() }

  /// The clock that waits for midnight.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Called with each finished file, for example to send it to the developer.
  ///
  /// A file is finished when the next one starts, because of its size or a new day in UTC. When the
  /// log is enabled, the files of earlier runs are finished, even after a crash, except for the
  /// file that is continued. The function may move or remove the file. When it returns, the file is
  /// made read-only, which tells later runs that it was handed over. If the process ends before
  /// that, the next run hands the file over again.
  ///
  /// - Concurrency: Called for one file at a time, on a queue of the log, with no lock held.
  ///   Calls do not wait for it.
  public var onFinishedFile: (@Sendable (URL) -> Void)?

  /// Called with each error.
  ///
  /// The default function writes a line to standard error.
  ///
  /// - Concurrency: Called with no lock held, on the thread that writes or on a queue of the log.
  public var errorHandler: @Sendable (KhalaLogError) -> Void = { error in
    StandardError.write(ToolkitMessage(text: "\(error)", source: "Khala"))
  }

  /// Creates a configuration with a folder.
  ///
  /// The default is `khala/logs` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set.
  /// On Apple platforms it is in Application Support.
  public init(folder: URL? = nil) {
    self.folder = folder ?? LogFolder.userState.appending(path: "khala/logs")
  }
}
