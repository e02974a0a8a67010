"""Write the generated pages of `listings/` again."""

from samuel.pages import reconstruction, statements_page

if __name__ == "__main__":
    for each in (reconstruction, statements_page):
        each.PAGE.write_text(each.page(), encoding="utf-8")
        print(each.PAGE)
