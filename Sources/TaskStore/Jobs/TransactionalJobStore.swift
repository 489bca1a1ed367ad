import RecordFormat

/// A store that keeps jobs in a database in which callers have transactions of their own.
protocol TransactionalJobStore: JobStore {
  /// Stores jobs in a transaction, by the store's rules and without its connection.
  ///
  /// - Returns: The identifiers, in the order of the jobs.
  /// - Throws: A ``TaskStoreError`` of code ``TaskStoreError/Code/unfitTransaction`` if the
  ///   transaction is not in a database of such stores, with nothing changed in it; or the
  ///   driver's error.
  nonisolated(nonsending) func enqueue(
    _ jobs: [NewJob], in transaction: some JobTransaction, at location: CodeLocation
  ) async throws -> [JobID]
}

extension TaskStoreError {
  /// The transaction is in another kind of database than the store.
  static func otherDatabase(_ store: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      the store of the manager is in \(store), and the transaction is not: begin one in the \
      store's database, or leave out 'in:'.
      """,
      at: location)
  }

  /// The database of the transaction has no tables of a store.
  static func noTables(in place: String, at location: CodeLocation) -> TaskStoreError {
    TaskStoreError(
      .unfitTransaction,
      """
      \(place) of the transaction has no tables of a store: open the store in it first, with \
      'TaskManager.shared.use(_:)', or begin the transaction in the store's database.
      """,
      at: location)
  }

  /// The tables in the database of the transaction have another version than the store's.
  static func otherVersion(
    _ found: Int64, than known: Int64, in place: String, at location: CodeLocation
  ) -> TaskStoreError {
    TaskStoreError(
      found > known ? .laterVersion : .unfitTransaction,
      """
      \(place) of the transaction has tables of version \(found), and this program stores jobs in \
      those of version \(known): \(found > known ? "update the program" : "open the store in it first").
      """,
      at: location)
  }
}
