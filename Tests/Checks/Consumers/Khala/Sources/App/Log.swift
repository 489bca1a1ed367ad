// swift-format-ignore-file

import Foundation
import Khala

func log() {
  // The log is in the folder of the user's state, which is one of our own here.
  let state = FileManager.default.temporaryDirectory.appending(path: "khala-\(UUID().uuidString)")
  setenv("XDG_STATE_HOME", state.path, 1)
  defer { try? FileManager.default.removeItem(at: state) }
  Khala.history = KhalaLog()

  Khala.isEnabledLog = true
  Khala(str: "kl://SwiftClass/double?", params: ["test": "666"])?.call()
  Khala(str: "kl://SwiftClass/double?test=666")?.call()
  Khala.history.isEnabled = false
  Khala(str: "kl://SwiftClass/double?test=667")?.call()

  let folder = state.appending(path: "khala/logs")
  for file in try! FileManager.default.contentsOfDirectory(atPath: folder.path) {
    let text = try! String(contentsOf: folder.appending(path: file), encoding: .utf8)
    for line in text.split(separator: "\n") {
      // Without the moment, which is another every time.
      print(line.drop { $0 != "k" })
    }
  }
}
