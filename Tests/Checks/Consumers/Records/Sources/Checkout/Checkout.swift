import SectionRegistry

#record("page", key: "checkout", priority: 1) { "Pay here" }
