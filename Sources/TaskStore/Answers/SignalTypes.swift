import Synchronization

/// The types of the payloads of signals, which jobs of this process have waited for.
///
/// No declaration has these types. They are noted when a job asks its context for a signal, so that
/// a console can describe the payload to a person.
package enum SignalTypes {
  private static let known = Mutex<[[String]: any Any.Type]>([:])

  /// Returns the type of a signal's payload, or `nil` if no job has waited for it in this process.
  package static func type(of signal: String, job: String) -> (any Any.Type)? {
    known.withLock { $0[[job, signal]] }
  }

  /// Notes the type with which a job waits for a signal.
  static func note(_ type: any Any.Type, of signal: String, job: String) {
    known.withLock { $0[[job, signal]] = type }
  }
}
