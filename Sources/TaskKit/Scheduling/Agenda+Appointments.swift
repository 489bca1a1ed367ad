extension Agenda {
  /// The scheduled tasks, by key.
  struct Appointments: Sendable {
    private var boxes: [Key: Boxed<Appointment>] = [:]

    var count: Int { boxes.count }
    /// For how many there is memory.
    var capacity: Int { boxes.capacity }
    var keys: some Collection<Key> { boxes.keys }
    var values: some Collection<Appointment> { boxes.values.lazy.map(\.value) }

    subscript(key: Key) -> Appointment? {
      get { boxes[key]?.value }
      set { boxes[key] = newValue.map(Boxed.init) }
    }

    /// Removes a task, and gives back memory when few are left.
    mutating func removeValue(forKey key: Key) -> Appointment? {
      guard let removed = boxes.removeValue(forKey: key) else { return nil }
      boxes.shrinkIfSparse()
      return removed.value
    }
  }
}
