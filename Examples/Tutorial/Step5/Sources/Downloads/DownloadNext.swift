import Bridge
import Contracts

// The value of the wire that runs it: the episodes that were played.
#task("DownloadNext", on: .demand) { context in
  guard
    let played = context["value"] as? [Episode], let last = played.last,
    let next = try KhalaStore.episode(number: last.number + 1)
  else { return }
  print("Downloads: \(next.title) is downloaded")
}
