/// A question about the jobs that a program declares, which its own code answers before `main`.
///
/// `modkit` starts the program with ``variable`` in its environment and a socket as its standard
/// input, and sends the question as a line of JSON. The program writes lines with a ``JobAnswer``,
/// and exits.
package struct JobQuestion: Codable, Sendable, Hashable {
  /// The environment variable that requests answers.
  package static let variable = "MODULARITYKIT_JOB_QUESTION"
  /// The value of the variable, which is the version of the format.
  package static let version = "1"

  /// A stored payload to decode.
  package struct Payload: Codable, Sendable, Hashable {
    /// The current or an earlier name of the job.
    package let job: String
    /// The stored JSON.
    package let json: String

    package init(job: String, json: String) {
      self.job = job
      self.json = json
    }
  }

  /// `true` if the program describes the types of its payloads and results.
  package var types = false
  /// The names of types whose code must not run.
  package var skipped: Set<String> = []
  package var payloads: [Payload] = []

  package init(types: Bool = false, payloads: [Payload] = []) {
    self.types = types
    self.payloads = payloads
  }
}

/// A line of the answer to a ``JobQuestion``.
package enum JobAnswer: Codable, Sendable, Hashable {
  /// The payload and the result of a job, as qualified names of types.
  case job(name: String, payload: String, result: String?)
  /// The code of a type runs next.
  case started(type: String)
  /// The form of a declared type.
  case type(TypeDescription)
  /// A payload of the question could not be decoded, with the reason as a sentence without values.
  case unreadable(position: Int, reason: String)
  /// The last line.
  case end
}

/// The form of the encoded values of a type, as the code of the type shows.
package struct TypeDescription: Codable, Sendable, Hashable {
  /// A member of an encoded object.
  package struct Field: Codable, Sendable, Hashable {
    package let key: String
    /// The qualified name of the type, without the optional around it.
    package let type: String
    /// `true` if values without the member can be read.
    package let isOptional: Bool
    /// `true` if the member is always written.
    package let isAlwaysWritten: Bool

    package init(_ key: String, _ type: String, isOptional: Bool, isAlwaysWritten: Bool) {
      self.key = key
      self.type = type
      self.isOptional = isOptional
      self.isAlwaysWritten = isAlwaysWritten
    }
  }

  /// A case of an enumeration.
  package struct Case: Codable, Sendable, Hashable {
    package let key: String
    package let fields: [Field]

    package init(_ key: String, _ fields: [Field]) {
      self.key = key
      self.fields = fields
    }
  }

  package enum Form: Codable, Sendable, Hashable {
    case object([Field])
    case cases([Case])
    /// One of these values of a type.
    case rawValues(type: String, [String])
    /// A value of another type.
    case single(type: String)
    /// A form that cannot be described, with the reason as a sentence without a period.
    case opaque(String)
    /// The code rejects the values of the test, which says nothing about the form.
    case unobserved(String)
  }

  /// The qualified name.
  package let name: String
  package let form: Form

  package init(name: String, form: Form) {
    self.name = name
    self.form = form
  }
}
