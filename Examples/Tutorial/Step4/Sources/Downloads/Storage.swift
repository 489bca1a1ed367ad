import TaskKit

/// Opens the storage of the downloads at the launch, and closes it at the end.
@EventTask(on: .didFinishLaunching)
enum OpenStorage {
  static func run() { print("Downloads: the storage is open") }
  static func shutdown() { print("Downloads: the storage is closed") }
}

#schedule("DeleteHeard", on: .daily(at: "03:00")) {
  print("Downloads: episodes that were heard are deleted")
}
