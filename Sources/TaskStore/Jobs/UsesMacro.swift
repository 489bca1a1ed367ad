/// Declares that the module enqueues jobs that it names at run time.
///
/// A job that a string literal names in a call is found by tools in the code. `#uses` declares
/// the others:
///
/// ```swift
/// #uses(job: "SendInvoice", "SendReminder")
///
/// func send(_ name: String, _ letter: Letter) async throws {
///   try await Jobs.enqueue(name, letter)
/// }
/// ```
///
/// The declaration becomes a record in the binary, which `modkit` and `Bridge.graph` read. It
/// enqueues nothing. It may stand at file scope and in any type that is not generic.
///
/// - Parameters:
///   - job: The name of the job, a string literal.
///   - others: The names of other jobs that the module enqueues.
@freestanding(declaration)
public macro uses(job: String, _ others: String...) =
  #externalMacro(module: "RecordMacros", type: "UsesMacro")
