import SectionRegistry

#record("text", key: "early", as: String.self) { "early" }

private let here: @convention(c) () -> Void = {}

/// Says, while this image is being loaded, whether its code leads to the image
/// that holds its record.
@section(".init_array") @used private let entry: @convention(c) () -> Void = {
  let record = SectionRegistry.records(of: "text").first { $0.fileID == #fileID }
  let image = SectionRegistry.imageID(ofCodeAt: unsafeBitCast(here, to: UInt.self))
  print(#fileID, image == nil ? "unknown" : image == record?.imageID ? "own" : "other")
}
