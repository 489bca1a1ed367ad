import SectionRegistry

/// The callbacks that the modules of this process declare in their binaries.
enum DeclaredCallbacks {
  private static let values = DeclaredValues(of: .callback) { record in
    record.load(as: __RheaCallback.self).map { Callback($0, in: record) }
  }

  /// The callbacks of all enabled records.
  static var all: [Callback] { values.all }

  /// The callbacks of records that may be for `load` or `premain`.
  ///
  /// The others need not be loaded before `main`.
  static var beforeMain: [Callback] {
    values.values { $0.flags.contains(.unresolvedKey) || $0.isBeforeMain }
  }
}

extension Callback {
  /// Creates the callback that a record declares.
  fileprivate convenience init(_ value: __RheaCallback, in record: Record) {
    self.init(
      event: value.event,
      formerNames: value.formerNames,
      priority: value.priority ?? RheaPriority(rawValue: record.priority),
      isRepeatable: record.flags.contains(.repeatable),
      body: value.body,
      payload: value.payload,
      name: value.name,
      location: CodeLocation(fileID: record.fileID, line: record.line),
      origin: .record(
        id: record.id, column: record.column, image: record.imageID,
        isAnnounced: record.announcesItsImage))
  }
}

extension Record {
  /// A Boolean value that indicates whether the macro that made the record also made
  /// code that runs when its image has been initialized.
  fileprivate var announcesItsImage: Bool {
    #if objectFormat(ELF)
      !flags.contains(.unresolvedKey) && isBeforeMain
    #else
      // On other platforms, these moments occur when the process first uses RheaTime.
      false
    #endif
  }

  /// A Boolean value that indicates whether the event is `load` or `premain`.
  fileprivate var isBeforeMain: Bool {
    let key = key
    return key == "load" || key == "premain"
  }
}
