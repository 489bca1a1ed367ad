/// Statements of one transaction that were sent, and what a server has answered so far.
struct SentTransaction {
  /// The names of the statements that it prepares, by their text.
  var new: [String: String] = [:]

  /// For each result to come, whether it is the answer to a statement.
  var areAnswers: ArraySlice<Bool> = []

  /// The rows of each statement.
  var answers: [[PostgresRow]] = []

  /// The first error, after which nothing of the transaction is done.
  var failure: TaskStoreError?
}
