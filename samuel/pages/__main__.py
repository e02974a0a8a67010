"""Write the generated pages of `listings/` again."""

from samuel.pages import reconstruction

if __name__ == "__main__":
    reconstruction.PAGE.write_text(reconstruction.page(), encoding="utf-8")
    print(reconstruction.PAGE)
