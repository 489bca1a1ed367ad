import Dispatch
import Foundation
import Synchronization

/// The forms of payloads, described by processes that run the code of the payloads.
///
/// The code of a payload may trap or take forever for a sample, so it does not run in this process.
/// A form is kept in memory, as a type does not change. A failure is not kept. Equal requests at
/// the same time share one process, and at most one process runs at a time.
///
/// - Concurrency: May be used from any thread.
package final class PayloadForms: Sendable {
  /// The description of a payload in JSON, with the reason why a part of it may be any value.
  package struct Form: Sendable, Hashable {
    package let json: String
    package let note: String?

    package init(json: String, note: String? = nil) {
      self.json = json
      self.note = note
    }
  }

  /// The reason why no process describes a payload, as a sentence without a period.
  package struct NoForm: Error, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// The forms of this program.
  package static let shared = PayloadForms { FormQuestion().ask($0, about: $1) }

  /// Returns the form for the name of a job or of a type, on a thread that may block.
  ///
  /// The second parameter is the job or the type for messages, or `nil` for the job of the name.
  private let ask: @Sendable (String, String?) -> Result<Form, NoForm>
  private let queue = DispatchQueue(label: "TaskStore.forms")
  /// The forms, and the requests for them, by their types.
  private let requests = Mutex<[ObjectIdentifier: Task<Form, Never>]>([:])

  package init(ask: @escaping @Sendable (String, String?) -> Result<Form, NoForm>) {
    self.ask = ask
  }

  /// Returns the form of a payload.
  ///
  /// If no process describes it, the payload may be any value, and the note has the reason.
  ///
  /// - Parameters:
  ///   - payload: The type of the payload.
  ///   - job: The job of the payload. A new process finds its type even if the type is private.
  /// - Returns: The form.
  package func form(of payload: any Any.Type, job: String? = nil) async -> Form {
    let type = ObjectIdentifier(payload)
    let request = requests.withLock { requests in
      if let request = requests[type] { return request }
      let request = Task { await describe(payload, job) }
      requests[type] = request
      return request
    }
    return await request.value
  }

  private func describe(_ payload: any Any.Type, _ job: String?) async -> Form {
    let name = job ?? _mangledTypeName(payload) ?? String(reflecting: payload)
    let subject = job == nil ? "the type '\(String(reflecting: payload))'" : nil
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.ask(name, subject)) }
    }
    switch result {
    case .success(let form): return form
    case .failure(let failure):
      // The request was added before this task can take the lock.
      requests.withLock { $0[ObjectIdentifier(payload)] = nil }
      return Form(
        json: PayloadForm.any, note: "\(failure.reason): write the value in JSON")
    }
  }
}
