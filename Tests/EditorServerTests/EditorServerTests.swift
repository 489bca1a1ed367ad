import Testing

@testable import EditorServer
