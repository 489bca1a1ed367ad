import TaskPlanning

/// A ``JobQuestion`` for the form of a payload, which a program answers before `main`.
///
/// On Apple's platforms, declared code does not run before `main`. A second process could open the
/// stores of the app there before it answers, so no process is started.
package struct FormQuestion: Sendable {
  /// The path of the program, or `nil` for the program of this process.
  var path: String?
  var timeLimit: Duration

  package init(path: String? = nil, timeLimit: Duration = .seconds(10)) {
    self.path = path
    self.timeLimit = timeLimit
  }

  /// Starts the program, and waits for its answer.
  ///
  /// - Parameters:
  ///   - name: The name of a job, or the mangled name of a type.
  ///   - subject: The job or the type, for messages. By default, the job.
  /// - Returns: The form, or the reason why the program does not describe it.
  package func ask(
    _ name: String, about subject: String? = nil
  ) -> Result<PayloadForms.Form, PayloadForms.NoForm> {
    let subject = subject ?? "the job '\(name)'"
    return Result { () throws(PayloadForms.NoForm) in
      let (lines, end) = try lines(of: [["form", name], ["end"]])
      if let line = lines.last(where: { $0.prefix(2) == ["form", name] }) {
        guard line.count > 2 else {
          throw .init(
            """
            \(subject) is unknown in a new process, because it was added at run time or by a \
            library that was loaded later
            """)
        }
        return PayloadForms.Form(json: line[2], note: line.count > 3 ? line[3] : nil)
      }
      guard let line = lines.last, line.count == 2, line[0] == "started" else {
        throw .init("the program, started to describe \(subject), \(end)")
      }
      throw .init("the code of '\(line[1])' \(end) for a sample")
    }
  }
}
