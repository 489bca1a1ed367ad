/// A question about the jobs that a program declares, which its own code answers before `main`.
///
/// `modkit`, or the running program itself, starts the program with ``variable`` in its environment
/// and a socket as its standard input. Both sides send lines, each of which is a JSON array of strings. The question:
///
/// | line | meaning |
/// |---|---|
/// | `describe` | Describe the types of payloads and results. |
/// | `skip`, type | Do not run the code of this type. |
/// | `read`, job, JSON | Decode a stored payload of the job. |
/// | `form`, job | Describe the payload of the job as one JSON value. |
/// | `end` | The question is complete. |
///
/// The answer, after which the program exits:
///
/// | line | meaning |
/// |---|---|
/// | `job`, name, payload, result | The qualified names of a job's types. The result may be missing. |
/// | `started`, type | The code of this type runs next. |
/// | `type`, name, form, … | The form of the type, from ``Form``, with its types and values. |
/// | `case`, key | A case of the last type. |
/// | `field`, key, type, `required` or `optional`, `always` or `sometimes` | A member of the last type or case: whether reading requires it, and whether it is written for `nil`. |
/// | `unreadable`, position, reason | A payload, by its position, could not be decoded. |
/// | `form`, job, JSON, note | The form of the payload. If a part may be any value, the note has the reason. The JSON is missing if the job is not declared. |
/// | `end` | The answer is complete. |
///
/// A program ignores lines of a question that it does not know.
///
/// The lines have no types of their own, because coding for them would weigh on each program.
package enum JobQuestion {
  /// The environment variable that requests answers.
  package static let variable = "MODULARITYKIT_JOB_QUESTION"
  /// The value of the variable, which is the version of the format.
  package static let version = "1"

  /// The form of a type, as its code shows.
  package enum Form: String {
    /// Followed by its fields.
    case object
    /// Followed by its cases.
    case cases
    /// With the type of the raw values, and the values.
    case rawValues
    /// With the type as which values are encoded.
    case single
    /// With the reason, as a sentence without a period.
    case opaque
    /// With the reason why the code could not be observed.
    case unobserved
  }
}
