import SectionRegistry

// Nothing refers to anything in this file.
private enum Sale {
  #record("text", key: "sale", as: String.self, detail: ["percent": 20]) { "from Sale" }
}
